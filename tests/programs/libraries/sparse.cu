// cuSPARSE: a sparse matrix (the five-point stencil of a square grid) times a vector and
// times eight vectors. What it launches depends on the matrix, which it looks at first.
// All numbers are small integers, so every order of summation has the same result.
#include "library.cuh"

#include <cusparse.h>

constexpr int side = 384, rows = side * side, vectors = 8, products = 10;

struct Matrix {
    std::vector<int> offsets{0}, columns;
    std::vector<float> values;

    void add(int column, float value) {
        columns.push_back(column);
        values.push_back(value);
    }
};

static Matrix stencil() {
    Matrix matrix;
    for (int row = 0; row < rows; row++) {
        const int x = row % side, y = row / side;
        if (y > 0) matrix.add(row - side, -1);
        if (x > 0) matrix.add(row - 1, -1);
        matrix.add(row, 4);
        if (x < side - 1) matrix.add(row + 1, -1);
        if (y < side - 1) matrix.add(row + side, -1);
        matrix.offsets.push_back(static_cast<int>(matrix.columns.size()));
    }
    return matrix;
}

static void expect(const char* name, const Matrix& matrix, const std::vector<float>& x,
                   const std::vector<float>& found, float times) {
    long checksum = 0;
    for (size_t i = 0; i < found.size(); i++) {
        const size_t row = i % rows, vector = i / rows;
        float sum = 0;
        for (int at = matrix.offsets[row]; at < matrix.offsets[row + 1]; at++) {
            sum += matrix.values[at] * x[vector * rows + matrix.columns[at]];
        }
        require(found[i] == times * sum, name);
        checksum += static_cast<long>(found[i]) * static_cast<long>(i % 101);
    }
    std::printf("%s: checksum %ld\n", name, checksum);
}

int main() {
    const Matrix matrix = stencil();
    std::vector<float> x(vectors * rows);
    for (size_t i = 0; i < x.size(); i++) x[i] = static_cast<float>(i * 7 % 11) - 5;
    DeviceArray<int> offsets(matrix.offsets), columns(matrix.columns);
    DeviceArray<float> values(matrix.values), on_x(x), y(std::vector<float>(x.size(), 0.0f));
    const auto entries = static_cast<int64_t>(matrix.values.size());

    cusparseHandle_t handle;
    cusparseSpMatDescr_t a;
    cusparseDnVecDescr_t vector_x, vector_y;
    cusparseDnMatDescr_t matrix_x, matrix_y;
    LIBRARY(cusparseCreate(&handle));
    LIBRARY(cusparseCreateCsr(&a, rows, rows, entries, offsets.get(), columns.get(), values.get(),
                              CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO,
                              CUDA_R_32F));
    LIBRARY(cusparseCreateDnVec(&vector_x, rows, on_x.get(), CUDA_R_32F));
    LIBRARY(cusparseCreateDnVec(&vector_y, rows, y.get(), CUDA_R_32F));
    LIBRARY(cusparseCreateDnMat(&matrix_x, rows, vectors, rows, on_x.get(), CUDA_R_32F,
                                CUSPARSE_ORDER_COL));
    LIBRARY(cusparseCreateDnMat(&matrix_y, rows, vectors, rows, y.get(), CUDA_R_32F,
                                CUSPARSE_ORDER_COL));

    const float one = 1, zero = 0;
    size_t bytes = 0;
    LIBRARY(cusparseSpMV_bufferSize(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, a, vector_x,
                                    &one, vector_y, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, &bytes));
    DeviceArray<char> for_vector(bytes + 1);
    for (int i = 0; i < products; i++) {
        LIBRARY(cusparseSpMV(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, a, vector_x,
                             i == 0 ? &zero : &one, vector_y, CUDA_R_32F,
                             CUSPARSE_SPMV_ALG_DEFAULT, for_vector.get()));
    }
    CHECK(cudaDeviceSynchronize());
    std::vector<float> found = y.host();
    found.resize(rows);
    expect("cusparseSpMV", matrix, x, found, products);

    LIBRARY(cusparseSpMM_bufferSize(handle, CUSPARSE_OPERATION_NON_TRANSPOSE,
                                    CUSPARSE_OPERATION_NON_TRANSPOSE, &one, a, matrix_x, &zero,
                                    matrix_y, CUDA_R_32F, CUSPARSE_SPMM_ALG_DEFAULT, &bytes));
    DeviceArray<char> for_matrix(bytes + 1);
    LIBRARY(cusparseSpMM(handle, CUSPARSE_OPERATION_NON_TRANSPOSE,
                         CUSPARSE_OPERATION_NON_TRANSPOSE, &one, a, matrix_x, &zero, matrix_y,
                         CUDA_R_32F, CUSPARSE_SPMM_ALG_DEFAULT, for_matrix.get()));
    CHECK(cudaDeviceSynchronize());
    expect("cusparseSpMM", matrix, x, y.host(), 1);

    LIBRARY(cusparseDestroyDnMat(matrix_y));
    LIBRARY(cusparseDestroyDnMat(matrix_x));
    LIBRARY(cusparseDestroyDnVec(vector_y));
    LIBRARY(cusparseDestroyDnVec(vector_x));
    LIBRARY(cusparseDestroySpMat(a));
    LIBRARY(cusparseDestroy(handle));
}
