/* Adds beyond the largest integer: the sanitizer must end this program. It proves that undefined behaviour is looked
 * for in the other tests. */
#include <limits.h>
#include <parlour.h>
#include <stdio.h>

int main(int argc, char **argv) {
    (void)argv;
    printf("%d %s\n", INT_MAX + argc, parlour_version());
    return 0;
}
