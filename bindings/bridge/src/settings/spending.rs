//! Settings of the ledger: prices of models, and limits on what calls may use.

use std::collections::BTreeMap;
use std::time::Duration;

use parlour::{Price, SpendingLimit};
use serde::Deserialize;

use super::read::{Shape, Value, must_be};
use crate::info::ErrorInfo;

/// `prices`: models with their prices.
pub(super) struct Prices(pub(super) BTreeMap<String, Price>);

/// `spending_limits`.
pub(super) struct SpendingLimits(pub(super) Vec<SpendingLimit>);

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PriceRow {
    input: f64,
    output: f64,
    cache: Option<CacheRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CacheRow {
    read: Option<f64>,
    #[serde(rename = "5m")]
    five_minutes: Option<f64>,
    #[serde(rename = "1h")]
    hour: Option<f64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LimitRow {
    tokens: Option<u64>,
    cost: Option<f64>,
    per: Period,
    label: Option<String>,
    model: Option<String>,
    notice: Option<f64>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Period {
    Minute,
    Hour,
    Day,
    Week,
    Month,
}

impl Period {
    fn time(self) -> Duration {
        Duration::from_secs(match self {
            Period::Minute => 60,
            Period::Hour => 3_600,
            Period::Day => 86_400,
            Period::Week => 7 * 86_400,
            Period::Month => 30 * 86_400,
        })
    }
}

impl PriceRow {
    fn price(&self) -> Price {
        let mut price = Price::new(self.input, self.output);
        if let Some(cache) = &self.cache {
            price.cache_read = cache.read.unwrap_or(price.cache_read);
            price.cache_write_5m = cache.five_minutes.unwrap_or(price.cache_write_5m);
            price.cache_write_1h = cache.hour.unwrap_or(price.cache_write_1h);
        }
        price
    }
}

impl LimitRow {
    fn limit(self) -> Option<SpendingLimit> {
        let mut limit = match (self.tokens, self.cost) {
            (Some(tokens), None) => SpendingLimit::tokens(tokens, self.per.time()),
            (None, Some(cost)) => SpendingLimit::cost(cost, self.per.time()),
            _ => return None,
        };
        if let Some(label) = self.label {
            limit = limit.of_label(label);
        }
        if let Some(model) = self.model {
            limit = limit.of_model(model);
        }
        if let Some(fraction) = self.notice {
            limit = limit.notice_at(fraction);
        }
        Some(limit)
    }
}

impl Value for Prices {
    const IS: &'static str = r#"an object of models, each with its prices: {"input": 1, "output": 5, "cache": {"read": 0.1, "5m": 1.25, "1h": 2}}"#;
    const SHAPE: Shape = Shape::Single;
    fn read(json: &str, name: &str) -> Result<Prices, ErrorInfo> {
        let rows: BTreeMap<String, PriceRow> =
            serde_json::from_str(json).map_err(|_| must_be::<Prices>(name))?;
        Ok(Prices(rows.into_iter().map(|(model, row)| (model, row.price())).collect()))
    }
}

impl Value for SpendingLimits {
    const IS: &'static str = concat!(
        r#"a list of limits, each with "tokens" or "cost", with "per" ("minute", "hour", "day", "week" or "month"), "#,
        r#"with "label" or "model" if it is for those alone, and "notice" for a fraction of it that is reported"#
    );
    const SHAPE: Shape = Shape::Single;
    fn read(json: &str, name: &str) -> Result<SpendingLimits, ErrorInfo> {
        let rows: Vec<LimitRow> = serde_json::from_str(json).map_err(|_| must_be::<SpendingLimits>(name))?;
        let limits: Option<Vec<_>> = rows.into_iter().map(LimitRow::limit).collect();
        limits.map(SpendingLimits).ok_or_else(|| must_be::<SpendingLimits>(name))
    }
}
