function(kparity_add_kernels)
endfunction()
