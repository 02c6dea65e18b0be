"""Compares non-negative least squares with SciPy's.

Each CSV file holds a system without a header: the columns of the matrix, then the
right-hand side. Beside it lies the solution, in JSON: x.
Prints what differs and exits with 1, or one line and 0. Needs Python 3.7 and the
package scipy.

    check.py SYSTEM.csv...
"""

import json
import os
import sys

import numpy
import scipy.optimize

# Of the norm of the right-hand side.
TOLERANCE = 1e-6

# A matrix of a worse condition has many solutions as far as rounding can tell:
# only how near they come is compared.
WORST_CONDITION = 1e8


def condition(matrix):
    """Of the columns that are not zero, divided by their norms."""
    norms = numpy.linalg.norm(matrix, axis=0)
    unit = matrix[:, norms > 0] / norms[norms > 0]
    if unit.shape[1] == 0:
        return 1.0
    if unit.shape[0] < unit.shape[1]:
        return numpy.inf
    return numpy.linalg.cond(unit)


def differences(path):
    system = numpy.loadtxt(path, delimiter=",", ndmin=2)
    matrix, target = system[:, :-1], system[:, -1]
    with open(os.path.splitext(path)[0] + ".json") as file:
        ours = json.load(file)
    x = numpy.array(ours["x"])
    norms = numpy.linalg.norm(matrix, axis=0)
    # Whole columns are compared: a coefficient means nothing without its column's size.
    # SciPy's answer depends on the sizes of columns; norm 1 is kindest to it.
    divisors = numpy.where(norms > 0, norms, 1)
    theirs, their_residual = scipy.optimize.nnls(matrix / divisors, target, maxiter=100 * len(x))
    size = numpy.linalg.norm(target) or 1.0
    if (x < 0).any():
        yield "negative: %s" % x.min()
    residual = numpy.linalg.norm(matrix @ x - target)
    if abs(residual - their_residual) > TOLERANCE * size:
        yield "residual %.9g, SciPy's %.9g" % (residual, their_residual)
    if condition(matrix) < WORST_CONDITION:
        off = numpy.abs(x * divisors - theirs).max()
        if off > TOLERANCE * max(size, numpy.abs(theirs).max()):
            yield "coefficients differ by %.3g" % off


def main(paths):
    failed = compared = 0
    for path in paths:
        for difference in differences(path):
            print("%s: %s" % (path, difference))
            failed = 1
        compared += 1
    if not failed:
        print("%d systems: as SciPy %s solves them" % (compared, scipy.__version__))
    return failed or not paths


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
