/* Uses every macro and inline function of the C headers: what is only declared may still not compile where it is
 * used. */
#include <parlour.h>
#include <parlour/parameters.h>
#include <parlour/resources.h>
#include <parlour_emulator.h>
/* A second time, as happens in large programs. */
#include <parlour.h>
#include <parlour/parameters.h>
#include <parlour/resources.h>
#include <parlour_emulator.h>

int every(void);

int every(void) {
    static const char bytes[] = {'a', '\0', 'b'};
    const parlour_str text = parlour_str_z("text");
    const parlour_str none = parlour_str_z(NULL);
    const parlour_str some = parlour_str_n(bytes, sizeof bytes);
    const uint32_t numbers[] = {PARLOUR_OK, PARLOUR_FAILED, PARLOUR_KIND_CONFIG, PARLOUR_EVENT_CHUNK, PARLOUR_NO_INDEX,
                                PARLOUR_MODE_STREAM, PARLOUR_COMPLETION_END, PARLOUR_BLOCK_TEXT, PARLOUR_INPUT_COMPLETE,
                                PARLOUR_HTTP_2, PARLOUR_LOG_DEBUG, PARLOUR_ABI_VERSION};
    switch ((parlour_result)numbers[0]) {
        case PARLOUR_OK: break;
        case PARLOUR_END: return 1;
        default: return 2;
    }
    return parlour_check_abi() && !parlour_json_field(NULL, "/a") && text.len == 4 && none.len == 0 &&
                   some.len == sizeof bytes
               ? 0
               : 3;
}

int main(void) { return every(); }
