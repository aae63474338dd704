//! Files and skills: files are uploaded from a path, from memory and from a reader, listed, and deleted; a skill is
//! made of files.
//!
//! ```text
//! cargo run -p parlour-examples --bin files
//! cargo run -p parlour-examples --bin files -- report.pdf    # and this one
//! ```
#![allow(clippy::print_stdout, reason = "an example shows what it gets")]

use std::process::ExitCode;

use parlour::{Client, Upload};
use parlour_examples::{Failure, connect, exit};

#[tokio::main]
async fn main() -> ExitCode {
    exit(run().await)
}

async fn run() -> Result<(), Failure> {
    let connection = connect().await?;
    // Contents are read while they are sent; a path is read again if the request is repeated.
    let squares: &[u8] = b"a,b\n1,1\n2,4\n";
    let mut files =
        vec![Upload::bytes("rivers.txt", "Po, Arno, Tiber\n"), Upload::reader("squares.csv", squares)];
    for path in std::env::args().skip(1) {
        files.push(Upload::path(path)?);
    }
    keep_files(&connection.client, files).await?;
    keep_skill(&connection.client).await?;
    if let Some(emulator) = connection.emulator() {
        // Content is to be had of files that tools made.
        let plot = emulator.add_file("plot.txt", "text/plain", b"1 2 3".to_vec());
        download(&connection.client, &plot).await?;
    }
    Ok(())
}

async fn keep_files(client: &Client, files: Vec<Upload>) -> Result<(), Failure> {
    let mut ids = Vec::new();
    for file in files {
        ids.push(client.files().upload(file).await?.id.clone());
    }
    let mut listed = client.files().list().limit(100).items()?;
    while let Some(file) = listed.next().await {
        let file = file?;
        println!("file {}, {} bytes", file.filename, file.size_bytes.unwrap_or_default());
    }
    for id in ids {
        println!("{}", client.files().delete(&id).await?.kind);
    }
    Ok(())
}

/// The names of a skill's files begin with the folder that they share.
async fn keep_skill(client: &Client) -> Result<(), Failure> {
    let sheet = "---\nname: rivers\ndescription: Tells of rivers\n---\nName the longest first.\n";
    let skill = client.skills().create(Some("Rivers"), [Upload::bytes("rivers/SKILL.md", sheet)]).await?;
    println!("skill {}", skill.display_name.as_deref().unwrap_or_default());
    let mut versions = client.skills().versions(&skill.id).items()?;
    while let Some(version) = versions.next().await {
        println!("version {} of the skill", version?.name);
    }
    Ok(())
}

/// The file is there whole or not at all.
async fn download(client: &Client, id: &str) -> Result<(), Failure> {
    let path = std::env::temp_dir().join(format!("parlour-plot-{}", std::process::id()));
    let bytes = client.files().download(id, &path).await?;
    println!("downloaded {bytes} bytes");
    Ok(std::fs::remove_file(&path)?)
}
