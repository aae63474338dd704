//! Calls that upload: a file, and the files of a skill. Forms are the core's.

use std::mem::MaybeUninit;

use parlour_bridge::uploads::{self, Upload};

use crate::abi::parlour_result;
use crate::boundary::{coded, fallible, transfer};
use crate::catch::infallible;
use crate::endpoint::parlour_endpoint;
use crate::error::parlour_error;
use crate::fault::require;
use crate::text::parlour_str;
use crate::upload::parlour_upload;

/// The call that uploads a file, "files.upload". The upload may be freed. PARLOUR_FAILED for a media type that is not
/// valid in a header. Free it with parlour_endpoint_free().
#[unsafe(no_mangle)]
pub extern "C" fn parlour_endpoint_upload(
    upload: Option<&parlour_upload>,
    out: Option<&mut MaybeUninit<*mut parlour_endpoint>>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let (upload, out) = (require(upload, "upload")?.content(), require(out, "out")?);
        uploads::file(upload.clone())?;
        transfer(out, parlour_endpoint::made(move || uploads::file(upload.clone())));
        Ok(())
    })
}

/// The files of a skill, collected one by one. One thread at a time while it is changed.
pub struct parlour_skill_files {
    files: Vec<Upload>,
}

/// No files. Free it with parlour_skill_files_free().
#[unsafe(no_mangle)]
pub extern "C" fn parlour_skill_files_new(
    out: Option<&mut MaybeUninit<*mut parlour_skill_files>>,
) -> parlour_result {
    coded(|| {
        transfer(require(out, "out")?, parlour_skill_files { files: Vec::new() });
        Ok(())
    })
}

/// Frees the files of a skill; NULL is allowed.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_skill_files_free(files: Option<Box<parlour_skill_files>>) {
    infallible(|| drop(files));
}

/// Adds a file, whose name is its path in the skill, for example "report/SKILL.md". The upload may be freed.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_skill_files_add(
    files: Option<&mut parlour_skill_files>,
    upload: Option<&parlour_upload>,
) -> parlour_result {
    coded(|| {
        let (files, upload) = (require(files, "files")?, require(upload, "upload")?);
        files.files.push(upload.content());
        Ok(())
    })
}

/// The call that creates a skill of these files, "skills.create"; no name is sent if `display_name` is empty. The files
/// may be freed. Free it with parlour_endpoint_free().
#[unsafe(no_mangle)]
pub extern "C" fn parlour_skill_files_create(
    files: Option<&parlour_skill_files>,
    display_name: parlour_str,
    out: Option<&mut MaybeUninit<*mut parlour_endpoint>>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let (files, out) = (require(files, "files")?.files.clone(), require(out, "out")?);
        let name = display_name.text("display_name")?.to_owned();
        let create = move || uploads::skill((!name.is_empty()).then_some(name.as_str()), files.clone());
        create()?;
        transfer(out, parlour_endpoint::made(create));
        Ok(())
    })
}

/// The call that adds a version of these files to a skill, "skills.versions.create". The files may be freed. Free it
/// with parlour_endpoint_free().
#[unsafe(no_mangle)]
pub extern "C" fn parlour_skill_files_create_version(
    files: Option<&parlour_skill_files>,
    skill_id: parlour_str,
    out: Option<&mut MaybeUninit<*mut parlour_endpoint>>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let (files, out) = (require(files, "files")?.files.clone(), require(out, "out")?);
        let skill = skill_id.text("skill_id")?.to_owned();
        let create = move || uploads::skill_version(&skill, files.clone());
        create()?;
        transfer(out, parlour_endpoint::made(create));
        Ok(())
    })
}
