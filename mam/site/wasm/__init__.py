"""The compiled rounds and the solver as one WebAssembly module, made from the functions that numba compiles.

`python -m mam.site.wasm FOLDER` writes `kernel.wasm` and the list of what is in it, `kernel.json`; `mam.engine.tables.wasm`
loads them. numba compiles each function to LLVM's language as for a plain processor, LLVM (in llvmlite) turns that into
WebAssembly code, and a linker (wasm-ld, in ziglang) makes a module that Python in a browser can load like a shared library.
"""
