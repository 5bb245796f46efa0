"""Handlers for the requirements of AWS's conformance suite, one module for each suite."""
