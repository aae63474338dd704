/* Reads one byte behind a text that the library lent, copied to the heap: the sanitizer must end this program. It
 * proves that the sanitizer of the other tests is on. */
#include <parlour.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
    const char *version = parlour_version();
    size_t length = strlen(version);
    char *copy = malloc(length);
    (void)argv;
    if (copy == NULL) {
        return 0;
    }
    memcpy(copy, version, length);
    printf("%d\n", copy[length + (size_t)argc - 1]);
    free(copy);
    return 0;
}
