#include <stddef.h>
#include <stdint.h>

// Sets out[i] to the dot product of q with vector i of count packed vectors of
// dim elements each. No sum of absolute products exceeds an int32.
void lode_vector_dots(int32_t *out, const int8_t *vectors, const int16_t *q, size_t count, size_t dim);
