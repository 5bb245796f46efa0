//! A function in Rust on AWS's crate. It greets, and shows on demand how a function can fail.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use lambda_runtime::{service_fn, Error, LambdaEvent};
use serde_json::{json, Value};

static INVOCATIONS: AtomicU64 = AtomicU64::new(0);

async fn handle(event: LambdaEvent<Value>) -> Result<Value, Error> {
    let invocations = INVOCATIONS.fetch_add(1, Ordering::Relaxed) + 1;
    let name = event.payload["name"].as_str().unwrap_or("nobody").to_owned();
    println!("asked by {name}");
    match event.payload["do"].as_str() {
        Some("fail") => return Err(format!("no pet {name}").into()),
        Some("panic") => panic!("no pet {name}"),
        Some("exit") => std::process::exit(3),
        Some("sleep") => tokio::time::sleep(Duration::from_secs(3600)).await,
        _ => {}
    }
    let context = event.context;
    let now = SystemTime::now().duration_since(UNIX_EPOCH)?.as_millis() as u64;
    Ok(json!({
        "greeting": format!("Hello, {name}"),
        "invocations": invocations,
        "requestId": context.request_id,
        "arn": context.invoked_function_arn,
        "function": format!("{} {}", context.env_config.function_name, context.env_config.version),
        "remainingMs": context.deadline - now,
        "trace": context.xray_trace_id,
        "tenant": context.client_context.map_or(String::new(), |client| client.custom["tenant"].clone()),
    }))
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Error> {
    lambda_runtime::run(service_fn(handle)).await
}
