/* Forgets to free handles of the library: the leak checker must fail this program. It proves that memory which the
 * library took for its user is watched in the other tests. Some of them, since the last one may still be found on the
 * stack. */
#include <parlour.h>
#include <stdio.h>

static int forget(void) {
    parlour_config *config = NULL;
    return parlour_config_new(&config) == PARLOUR_OK && config != NULL;
}

int main(void) {
    int made = 0, number;
    for (number = 0; number < 10; ++number) {
        made += forget();
    }
    printf("made and forgotten: %d\n", made);
    return 0;
}
