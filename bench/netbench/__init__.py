# SPDX-License-Identifier: Apache-2.0
"""Throughput, delay and set-up rate of one device under test between two hosts.

    isb-h6 (IPv6 only) --- isb-dut (kernel | tayga | embedded | bmv2) --- isb-h4 (IPv4)
"""
