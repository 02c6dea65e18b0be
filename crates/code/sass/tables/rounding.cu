// Rounds doubles, which has an opcode of its own and which no primitive does.
__constant__ double constants[2];

extern "C" __global__ void rounding(double *values) {
    double *mine = values + 4 * threadIdx.x;
    mine[0] = floor(mine[0]) + floor(constants[0]);
    mine[1] = ceil(mine[1]);
    mine[2] = rint(mine[2]) + rint(constants[1]);
    mine[3] = trunc(mine[3]);
}
