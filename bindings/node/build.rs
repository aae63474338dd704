//! Link arguments for a Node addon: symbols of the node program stay unresolved, and the library is never unloaded,
//! because the runtime's threads outlive a worker that loaded it. On Windows neither is a matter of linking.

fn main() -> std::io::Result<()> {
    // The macros open files in this folder, and leave out what they cannot write.
    if let Some(notes) = std::env::var_os("NAPI_TYPE_DEF_TMP_FOLDER") {
        std::fs::create_dir_all(notes)?;
    }
    napi_build::setup();
    Ok(())
}
