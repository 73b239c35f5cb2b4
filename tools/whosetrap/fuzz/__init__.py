# SPDX-License-Identifier: GPL-2.0-only
"""Differential stepping: generators of instruction sequences, one module an architecture, and what runs them."""
