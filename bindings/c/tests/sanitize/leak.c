/* Forgets to free a handle of the library: the leak checker must fail this program. It proves that memory which the
 * library took for its user is watched in the other tests. */
#include <parlour.h>
#include <stdio.h>

static int forget(void) {
    parlour_config *config = NULL;
    return parlour_config_new(&config) == PARLOUR_OK && config != NULL;
}

int main(void) {
    printf("made: %d\n", forget());
    return 0;
}
