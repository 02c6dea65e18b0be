// A small program of hand-written kernels with known defects, CUB reduce and scan, and a Thrust
// sort: what propp and ncu are timed and compared on.
//
//     app [TINY [REPETITIONS [LOG2_ELEMENTS]]]      (default 100 1 24)
#include <cuda_runtime.h>
#include <cub/cub.cuh>
#include <thrust/device_vector.h>
#include <thrust/sort.h>
#include <thrust/scan.h>
#include <thrust/reduce.h>
#include <cstdio>
#include <chrono>
#define CK(x) do{cudaError_t e=(x); if(e){printf("cuda err %s %s\n",cudaGetErrorString(e),#x);exit(1);} }while(0)
__global__ void vadd(const float*a,const float*b,float*c,int n){int i=blockIdx.x*blockDim.x+threadIdx.x; if(i<n)c[i]=a[i]+b[i];}
__global__ void strided(const float*a,float*c,int n,int s){long i=blockIdx.x*(long)blockDim.x+threadIdx.x; if(i<n)c[(i*s)%n]=a[(i*s)%n]+1;}
__global__ void tr_naive(const float*a,float*b,int n){int x=blockIdx.x*32+threadIdx.x,y=blockIdx.y*32+threadIdx.y; for(int j=0;j<32;j+=8) b[(size_t)x*n+y+j]=a[(size_t)(y+j)*n+x];}
template<int P> __global__ void tr_tile(const float*a,float*b,int n){__shared__ float t[32][32+P];int x=blockIdx.x*32+threadIdx.x,y=blockIdx.y*32+threadIdx.y; for(int j=0;j<32;j+=8) t[threadIdx.y+j][threadIdx.x]=a[(size_t)(y+j)*n+x]; __syncthreads(); x=blockIdx.y*32+threadIdx.x;y=blockIdx.x*32+threadIdx.y; for(int j=0;j<32;j+=8) b[(size_t)(y+j)*n+x]=t[threadIdx.x][threadIdx.y+j];}
__global__ void diverge(float*a,int n){int i=blockIdx.x*blockDim.x+threadIdx.x; float v=i; switch(threadIdx.x&7){case 0:for(int k=0;k<64;k++)v=sinf(v);break;case 1:for(int k=0;k<64;k++)v=cosf(v);break;case 2:for(int k=0;k<64;k++)v=v*v+1;break;case 3:for(int k=0;k<64;k++)v=sqrtf(v+3);break;default:v+=1;} if(i<n)a[i]=v;}
__global__ void barrier(float*a,int n){__shared__ float s[1024];int t=threadIdx.x;s[t]=a[blockIdx.x*1024+t];for(int k=0;k<200;k++){__syncthreads(); if(t<32) {for(int q=0;q<20;q++) s[t]=s[t]*1.0001f+1;} __syncthreads();} a[blockIdx.x*1024+t]=s[t];}
__global__ void imbalance(float*a){float v=threadIdx.x;int n=blockIdx.x<8?20000:100;for(int k=0;k<n;k++)v=v*1.0001f+1;a[blockIdx.x*blockDim.x+threadIdx.x]=v;}
__global__ void tiny(float*a){a[threadIdx.x]+=1;}
int main(int argc,char**argv){
  auto T0=std::chrono::steady_clock::now();
  int ntiny=argc>1?atoi(argv[1]):100; int rep=argc>2?atoi(argv[2]):1; int lg=argc>3?atoi(argv[3]):24;
  int n=1<<lg; float*a,*b,*c; CK(cudaMalloc(&a,n*4L));CK(cudaMalloc(&b,n*4L));CK(cudaMalloc(&c,n*4L)); CK(cudaMemset(a,1,n*4L));
  for(int r=0;r<rep;r++){
  vadd<<<n/256,256>>>(a,b,c,n); strided<<<n/256,256>>>(a,c,n,33);
  int m=1<<(lg/2); dim3 g(m/32,m/32),bl(32,8); tr_naive<<<g,bl>>>(a,b,m); tr_tile<0><<<g,bl>>>(a,b,m); tr_tile<1><<<g,bl>>>(a,b,m);
  diverge<<<n/256,256>>>(a,n); barrier<<<1024,1024>>>(a,n); imbalance<<<264,256>>>(a);
  }
  for(int i=0;i<ntiny;i++) tiny<<<1,64>>>(a);
  CK(cudaDeviceSynchronize());
  { float*o; CK(cudaMalloc(&o,4)); size_t tb=0; void*t=nullptr; cub::DeviceReduce::Sum(t,tb,a,o,n); CK(cudaMalloc(&t,tb)); for(int r=0;r<rep;r++) cub::DeviceReduce::Sum(t,tb,a,o,n); CK(cudaDeviceSynchronize()); }
  { size_t tb=0; void*t=nullptr; cub::DeviceScan::InclusiveSum(t,tb,a,b,n); CK(cudaMalloc(&t,tb)); for(int r=0;r<rep;r++) cub::DeviceScan::InclusiveSum(t,tb,a,b,n); CK(cudaDeviceSynchronize()); }
  { thrust::device_vector<int> v(n); thrust::sequence(v.rbegin(),v.rend()); thrust::sort(v.begin(),v.end()); }
  CK(cudaDeviceSynchronize());
  double w=std::chrono::duration<double>(std::chrono::steady_clock::now()-T0).count();
  printf("app main wall %.3f s\n",w);
}
