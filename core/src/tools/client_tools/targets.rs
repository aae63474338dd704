//! Places on a screen or a page, as the inputs of toolsets name them.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A place on the screen, in pixels of the screenshots, from the upper left corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Point {
    /// Pixels from the left edge.
    pub x: u32,
    /// Pixels from the upper edge.
    pub y: u32,
}

impl Serialize for Point {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        [self.x, self.y].serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Point {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Point, D::Error> {
        <[u32; 2]>::deserialize(deserializer).map(|[x, y]| Point { x, y })
    }
}

/// A point of the visible area of a page, in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename = "coordinate")]
pub struct CoordinateTarget {
    /// Pixels from the left edge.
    pub x: u32,
    /// Pixels from the upper edge.
    pub y: u32,
}

/// An element of a page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename = "ref")]
pub struct RefTarget {
    /// The reference that `read_page` or `find` returned in this tab.
    #[serde(rename = "ref")]
    pub reference: String,
}

/// A point or an element of a page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Target {
    /// A point.
    Coordinate(CoordinateTarget),
    /// An element.
    Ref(RefTarget),
}
