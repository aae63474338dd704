//! Link arguments for a Node addon: symbols of the node program stay unresolved, and the library is never unloaded,
//! because the runtime's threads outlive a worker that loaded it. On Windows neither is a matter of linking.

fn main() {
    napi_build::setup();
}
