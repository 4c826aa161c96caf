"""Citation keys and the forms in which a paper can be cited."""
