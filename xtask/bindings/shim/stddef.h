typedef unsigned long size_t;
typedef int wchar_t;
#define NULL ((void *)0)
#define offsetof(type, field) __builtin_offsetof(type, field)
