//! An external extension that counts what the Telemetry API tells it.
//!
//! It answers every telemetry batch by adding to its counts, and prints them when the environment
//! shuts down: `telemetry-counter: platform.report=1 function=3 ...`.

use lambda_extension::{service_fn, Error, Extension, LambdaEvent, LambdaTelemetry};
use lambda_extension::{LambdaTelemetryRecord, NextEvent, SharedService};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

type Counts = Arc<Mutex<BTreeMap<&'static str, u64>>>;

fn kind(record: &LambdaTelemetryRecord) -> &'static str {
    match record {
        LambdaTelemetryRecord::Function(_) => "function",
        LambdaTelemetryRecord::Extension(_) => "extension",
        LambdaTelemetryRecord::PlatformInitStart { .. } => "platform.initStart",
        LambdaTelemetryRecord::PlatformInitRuntimeDone { .. } => "platform.initRuntimeDone",
        LambdaTelemetryRecord::PlatformInitReport { .. } => "platform.initReport",
        LambdaTelemetryRecord::PlatformStart { .. } => "platform.start",
        LambdaTelemetryRecord::PlatformRuntimeDone { .. } => "platform.runtimeDone",
        LambdaTelemetryRecord::PlatformReport { .. } => "platform.report",
        LambdaTelemetryRecord::PlatformExtension { .. } => "platform.extension",
        LambdaTelemetryRecord::PlatformTelemetrySubscription { .. } => {
            "platform.telemetrySubscription"
        }
        LambdaTelemetryRecord::PlatformLogsDropped { .. } => "platform.logsDropped",
    }
}

async fn count(counts: Counts, batch: Vec<LambdaTelemetry>) -> Result<(), Error> {
    let mut counts = counts.lock().unwrap();
    for event in &batch {
        *counts.entry(kind(&event.record)).or_default() += 1;
    }
    Ok(())
}

async fn next(counts: Counts, event: LambdaEvent) -> Result<(), Error> {
    match event.next {
        NextEvent::Invoke(invoke) => println!("telemetry-counter: invoke {}", invoke.request_id),
        NextEvent::Shutdown(shutdown) => {
            let counts = counts.lock().unwrap();
            let shown: Vec<String> = counts.iter().map(|(k, n)| format!("{k}={n}")).collect();
            println!("telemetry-counter: {}", shown.join(" "));
            println!("telemetry-counter: shutdown {}", shutdown.shutdown_reason);
        }
    }
    Ok(())
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Error> {
    let counts = Counts::default();
    let for_events = counts.clone();
    let for_telemetry = counts.clone();
    let telemetry =
        SharedService::new(service_fn(move |batch| count(for_telemetry.clone(), batch)));
    Extension::new()
        .with_events_processor(service_fn(move |event| next(for_events.clone(), event)))
        .with_telemetry_types(&["platform", "function"])
        .with_telemetry_buffering(lambda_extension::LogBuffering {
            timeout_ms: 25,
            max_bytes: 262_144,
            max_items: 1_000,
        })
        .with_telemetry_processor(telemetry)
        .run()
        .await
}
