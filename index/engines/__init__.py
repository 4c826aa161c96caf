"""Search engines behind one protocol; only `engines/X.py` imports engine X."""
