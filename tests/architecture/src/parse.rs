//! Reads the source of a crate: its modules, their imports, and every path in them.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::path::{Path, PathBuf};

use proc_macro2::{TokenStream, TokenTree};
use syn::punctuated::Punctuated;
use syn::visit::{self, Visit};
use syn::{Attribute, Expr, Item, ItemMod, ItemUse, Lit, Macro, Meta, Token, UseTree};

/// One module of a crate.
#[derive(Debug, Default)]
pub(crate) struct Module {
    /// Its names from the root on; empty for the root.
    pub(crate) path: Vec<String>,
    /// Modules below it.
    pub(crate) children: BTreeSet<String>,
    /// Names that it imports, and their paths.
    pub(crate) imports: BTreeMap<String, Vec<String>>,
    /// Modules all of whose names it imports.
    pub(crate) globs: Vec<Vec<String>>,
    /// Items that it defines.
    pub(crate) items: BTreeSet<String>,
    /// Every path in it that may lead to another module.
    pub(crate) paths: Vec<Vec<String>>,
}

/// All modules of the crate with this root file, by path. Code under `cfg(test)` is left out.
///
/// # Errors
/// A file that cannot be read or parsed.
pub(crate) fn read_crate(root: &Path) -> Result<BTreeMap<Vec<String>, Module>, Box<dyn Error>> {
    let mut modules = BTreeMap::new();
    let folder = root.parent().unwrap_or(Path::new(".")).to_owned();
    read_file(root, &folder, Vec::new(), &mut modules)?;
    Ok(modules)
}

/// `folder` holds the files of its submodules.
fn read_file(
    file: &Path,
    folder: &Path,
    path: Vec<String>,
    modules: &mut BTreeMap<Vec<String>, Module>,
) -> Result<(), Box<dyn Error>> {
    let text = std::fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let parsed = syn::parse_file(&text).map_err(|error| format!("{}: {error}", file.display()))?;
    read_items(&parsed.items, file, folder, path, modules)
}

fn read_items(
    items: &[Item],
    file: &Path,
    folder: &Path,
    path: Vec<String>,
    modules: &mut BTreeMap<Vec<String>, Module>,
) -> Result<(), Box<dyn Error>> {
    let mut reader =
        Reader { module: Module { path: path.clone(), ..Module::default() }, nested: Vec::new() };
    for item in items {
        reader.visit_item(item);
    }
    let Reader { module, nested } = reader;
    modules.insert(path.clone(), module);
    for child in nested {
        let name = child.ident.to_string();
        let below: Vec<String> = path.iter().cloned().chain([name.clone()]).collect();
        match &child.content {
            Some((_, items)) => read_items(items, file, &folder.join(&name), below, modules)?,
            None => {
                let found = file_of(&child, file, folder);
                read_file(&found, &folder.join(&name), below, modules)?;
            }
        }
    }
    Ok(())
}

fn file_of(module: &ItemMod, file: &Path, folder: &Path) -> PathBuf {
    for attribute in &module.attrs {
        if let Meta::NameValue(pair) = &attribute.meta
            && pair.path.is_ident("path")
            && let Expr::Lit(literal) = &pair.value
            && let Lit::Str(text) = &literal.lit
        {
            return file.parent().unwrap_or(folder).join(text.value());
        }
    }
    let beside = folder.join(format!("{}.rs", module.ident));
    if beside.exists() { beside } else { folder.join(module.ident.to_string()).join("mod.rs") }
}

struct Reader {
    module: Module,
    nested: Vec<ItemMod>,
}

impl<'ast> Visit<'ast> for Reader {
    fn visit_item(&mut self, item: &'ast Item) {
        if is_test(attributes(item)) {
            return;
        }
        if let Some(name) = name_of(item) {
            self.module.items.insert(name);
        }
        match item {
            Item::Mod(child) => {
                self.module.children.insert(child.ident.to_string());
                self.nested.push(child.clone());
            }
            Item::Use(import) => self.import(import),
            _ => visit::visit_item(self, item),
        }
    }

    fn visit_item_use(&mut self, import: &'ast ItemUse) {
        self.import(import);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let names: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        if path.leading_colon.is_none() && names.len() > 1 {
            self.module.paths.push(names);
        }
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, called: &'ast Macro) {
        self.tokens(called.tokens.clone());
        visit::visit_macro(self, called);
    }
}

impl Reader {
    fn import(&mut self, import: &ItemUse) {
        if import.leading_colon.is_none() {
            self.tree(&import.tree, Vec::new());
        }
    }

    fn tree(&mut self, tree: &UseTree, before: Vec<String>) {
        let with = |name: &syn::Ident| before.iter().cloned().chain([name.to_string()]).collect::<Vec<_>>();
        match tree {
            UseTree::Path(path) => self.tree(&path.tree, with(&path.ident)),
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.tree(tree, before.clone())),
            UseTree::Glob(_) => {
                self.module.globs.push(before.clone());
                self.module.paths.push(before);
            }
            UseTree::Name(name) if name.ident == "self" => {
                if let Some(last) = before.last().cloned() {
                    self.imported(last, before);
                }
            }
            UseTree::Name(name) => self.imported(name.ident.to_string(), with(&name.ident)),
            UseTree::Rename(rename) => self.imported(rename.rename.to_string(), with(&rename.ident)),
        }
    }

    fn imported(&mut self, name: String, path: Vec<String>) {
        self.module.paths.push(path.clone());
        self.module.imports.insert(name, path);
    }

    /// Paths among the arguments of a macro, which are tokens to the parser.
    fn tokens(&mut self, tokens: TokenStream) {
        let mut path: Vec<String> = Vec::new();
        let mut colons = 0;
        for token in tokens {
            match token {
                TokenTree::Ident(name) => {
                    if colons != 2 {
                        self.end_of(&mut path);
                    }
                    path.push(name.to_string());
                    colons = 0;
                }
                TokenTree::Punct(mark) if mark.as_char() == ':' => colons += 1,
                TokenTree::Group(group) => {
                    self.end_of(&mut path);
                    colons = 0;
                    self.tokens(group.stream());
                }
                _ => {
                    self.end_of(&mut path);
                    colons = 0;
                }
            }
        }
        self.end_of(&mut path);
    }

    fn end_of(&mut self, path: &mut Vec<String>) {
        let names = std::mem::take(path);
        if names.len() > 1 {
            self.module.paths.push(names);
        }
    }
}

fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg")
            && attribute.parse_args::<Meta>().is_ok_and(|condition| wants_test(&condition))
    })
}

/// Whether a condition is `test`, or `all(..)` with it.
fn wants_test(condition: &Meta) -> bool {
    match condition {
        Meta::Path(path) => path.is_ident("test"),
        Meta::List(list) if list.path.is_ident("all") => list
            .parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated)
            .is_ok_and(|conditions| conditions.iter().any(wants_test)),
        _ => false,
    }
}

fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

fn name_of(item: &Item) -> Option<String> {
    let name = match item {
        Item::Const(item) => &item.ident,
        Item::Enum(item) => &item.ident,
        Item::Fn(item) => &item.sig.ident,
        Item::Static(item) => &item.ident,
        Item::Struct(item) => &item.ident,
        Item::Trait(item) => &item.ident,
        Item::Type(item) => &item.ident,
        Item::Union(item) => &item.ident,
        _ => return None,
    };
    Some(name.to_string())
}
