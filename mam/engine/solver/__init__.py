"""Exact play with all cards open."""
