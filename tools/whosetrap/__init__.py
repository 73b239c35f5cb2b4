# SPDX-License-Identifier: GPL-2.0-only
"""What tools/run is made of."""
