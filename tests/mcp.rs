//! `propp mcp`, called by the client of the protocol's own SDK.

use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use rmcp::model::{CallToolRequestParams, CallToolResult, Tool};
use rmcp::service::RunningService;
use rmcp::{RoleClient, ServiceExt};
use serde_json::{Map, Value, json};
use tokio::process::{Child, Command};

use crate::emulate::compiled_in;
use crate::support::schema::problems;

struct Client {
    service: RunningService<RoleClient, ()>,
    server: Child,
}

impl Client {
    async fn start(root: &Path, arguments: &[&str]) -> Self {
        let mut server = Command::new(env!("CARGO_BIN_EXE_propp"))
            .args(["mcp", "--root"])
            .arg(root)
            .args(arguments)
            .env("XDG_CACHE_HOME", root)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let pipes = (server.stdout.take().unwrap(), server.stdin.take().unwrap());
        Self { service: ().serve(pipes).await.unwrap(), server }
    }

    async fn call(&self, tool: &str, arguments: Value) -> CallToolResult {
        let Value::Object(arguments) = arguments else { panic!("{arguments}") };
        let name = tool.to_owned();
        let request = CallToolRequestParams::new(name).with_arguments(arguments);
        self.service.call_tool(request).await.unwrap()
    }

    /// The answer of a call that works.
    async fn answer(&self, tool: &str, arguments: Value) -> Value {
        let result = self.call(tool, arguments).await;
        assert_eq!(result.is_error, Some(false), "{tool}: {result:?}");
        result.structured_content.unwrap()
    }

    /// The refusal of one that does not.
    async fn refusal(&self, tool: &str, arguments: Value) -> Value {
        let result = self.call(tool, arguments).await;
        assert_eq!(result.is_error, Some(true), "{tool}: {result:?}");
        let refusal = result.structured_content.unwrap();
        let schema = std::fs::read_to_string("docs/schema/refusal-1.schema.json").unwrap();
        let mut schema: Value = serde_json::from_str(&schema).unwrap();
        // The server has a few words more than the command.
        schema["properties"]["code"] = json!({ "type": "string" });
        assert_eq!(problems(&schema, &refusal), Vec::<String>::new(), "{refusal}");
        refusal
    }

    async fn end(mut self) {
        self.service.cancel().await.unwrap();
        let ended = tokio::time::timeout(Duration::from_secs(10), self.server.wait()).await;
        assert!(ended.unwrap().unwrap().success());
    }
}

fn fits(tools: &[Tool], name: &str, answer: &Value) {
    let tool = tools.iter().find(|tool| tool.name == name).unwrap();
    let schema: Map<String, Value> = (**tool.output_schema.as_ref().unwrap()).clone();
    assert_eq!(problems(&Value::Object(schema), answer), Vec::<String>::new(), "{name}");
}

/// The command lines of processes whose working directory is this folder.
fn running_in(folder: &Path) -> Vec<String> {
    let folder = folder.canonicalize().unwrap();
    let processes = std::fs::read_dir("/proc").unwrap().map(|entry| entry.unwrap().path());
    let own = processes.filter(|path| {
        std::fs::read_link(path.join("cwd")).is_ok_and(|directory| directory == folder)
    });
    own.map(|path| std::fs::read_to_string(path.join("cmdline")).unwrap_or_default()).collect()
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap()
}

/// A folder with recordings, and, where nvcc is, with a program.
fn folder() -> (tempfile::TempDir, bool) {
    let folder = tempfile::tempdir().unwrap();
    for name in ["h200_spmv", "h200_transpose"] {
        let file = format!("{name}.propp");
        std::fs::copy(Path::new("recordings").join(&file), folder.path().join(&file)).unwrap();
    }
    let source = folder.path().join("app.cu");
    std::fs::write(&source, PROGRAM).unwrap();
    let is_built = compiled_in(&source, folder.path()).is_some();
    (folder, is_built)
}

/// A kernel, a result, an exit code; with an argument, a kernel that takes minutes.
const PROGRAM: &str = "#include <cstdio>\n\
    __global__ void spread(float* a) { a[threadIdx.x * 32 + blockIdx.x] = 1; }\n\
    __global__ void slow(volatile int* a) { for (int i = 0; i < 1 << 24; i++) a[blockIdx.x] += i; }\n\
    int main(int argc, char**) {\n  float* a;\n  cudaMalloc(&a, 1 << 22);\n  \
    spread<<<32, 256>>>(a);\n  std::puts(\"done\");\n  std::fflush(stdout);\n  \
    if (argc > 1) slow<<<1 << 20, 32>>>((int*)a);\n  return cudaDeviceSynchronize() ? 1 : 3;\n}\n";

#[test]
fn each_tool_is_listed_and_answers_by_its_schema() {
    let (folder, is_built) = folder();
    runtime().block_on(async {
        let client = Client::start(folder.path(), &["--allow-run"]).await;
        let tools = client.service.list_all_tools().await.unwrap();
        let names: Vec<&str> = tools.iter().map(|tool| tool.name.as_ref()).collect();
        assert_eq!(names, ["profile", "report", "drill", "compare", "emulate", "inspect"]);
        for tool in &tools {
            let hints = tool.annotations.as_ref().unwrap();
            let runs = ["profile", "emulate"].contains(&tool.name.as_ref());
            assert_eq!(hints.read_only_hint, Some(!runs), "{}", tool.name);
            assert_eq!(hints.destructive_hint, runs.then_some(true), "{}", tool.name);
            assert!(tool.output_schema.is_some() && tool.description.is_some());
        }
        let recording = json!({ "recording": "h200_spmv.propp" });
        let report = client.answer("report", recording).await;
        fits(&tools, "report", &report);
        let change = json!({ "recording": "h200_spmv.propp", "change": report["changes"][1]["id"], "lines": 2 });
        let drill = client.answer("drill", change).await;
        fits(&tools, "drill", &drill);
        assert_eq!(drill["lines"].as_array().unwrap().len(), 2);
        let kernel = json!({ "recording": "h200_spmv.propp", "kernel": drill["kernel"]["kernel_id"] });
        assert_eq!(client.answer("drill", kernel).await["kernel"], drill["kernel"]);
        let sides = json!({ "before": ["h200_spmv.propp"], "after": ["h200_transpose.propp"] });
        let verdict = client.answer("compare", sides).await;
        fits(&tools, "compare", &verdict);
        assert_eq!(verdict["verdict"], "cannot_tell", "two programs");
        if is_built {
            let run = json!({ "command": ["./app"], "output": "new.propp" });
            let run = client.answer("emulate", run).await;
            fits(&tools, "emulate", &run);
            assert_eq!((&run["recording"], &run["exit_code"]), (&"new.propp".into(), &3.into()));
            assert!(run["output"].as_str().unwrap().contains("done"), "{run}");
            assert_eq!(run["report"]["changes"][0]["rule"], "scattered-access", "{run}");
            let inspected = client.answer("inspect", json!({ "file": "app" })).await;
            fits(&tools, "inspect", &inspected);
            assert_eq!(inspected["kernels"].as_array().unwrap().len(), 2);
            let too_long = json!({ "command": ["./app", "slow"], "seconds": 1 });
            assert_eq!(client.refusal("emulate", too_long).await["code"], "too-long");
        }
        // There is no GPU, or no such program on a machine that has one.
        let run = client.refusal("profile", json!({ "command": ["./nothing"] })).await;
        assert!(run["seen"].as_str().unwrap().contains("nothing"), "{run}");
        client.end().await;
    });
    assert!(running_in(folder.path()).is_empty());
}

#[test]
fn what_is_outside_is_refused_and_nothing_runs_unless_it_may() {
    let (folder, _) = folder();
    std::os::unix::fs::symlink("/etc/passwd", folder.path().join("link.propp")).unwrap();
    runtime().block_on(async {
        let client = Client::start(folder.path(), &[]).await;
        for name in ["/etc/passwd", "../of-nobody.propp", "link.propp", "nothing.propp"] {
            let refusal = client.refusal("report", json!({ "recording": name })).await;
            let code = if name == "/etc/passwd" || name == "link.propp" {
                "outside-root"
            } else {
                "not-possible"
            };
            assert_eq!(refusal["code"], code, "{name}");
        }
        let run = json!({ "command": ["/bin/touch", "touched"] });
        for tool in ["profile", "emulate"] {
            assert_eq!(client.refusal(tool, run.clone()).await["code"], "not-allowed");
        }
        assert!(!folder.path().join("touched").exists());
        // What looks like an option is a name.
        for name in ["--help", "-o"] {
            let recording = json!({ "recording": "h200_spmv.propp", "kernel": name });
            let refusal = client.refusal("drill", recording).await;
            assert!(refusal["seen"].as_str().unwrap().contains(name), "{refusal}");
        }
        let wrong = [
            ("report", json!({})),
            ("report", json!({ "recording": 1 })),
            ("report", json!({ "recording": "h200_spmv.propp", "more": 1 })),
            ("drill", json!({ "recording": "h200_spmv.propp" })),
            ("compare", json!({ "before": [], "after": ["h200_spmv.propp"] })),
        ];
        for (tool, arguments) in wrong {
            assert_eq!(client.refusal(tool, arguments).await["code"], "wrong-call", "{tool}");
        }
        let unknown = CallToolRequestParams::new("nothing");
        assert!(client.service.call_tool(unknown).await.is_err());
        client.end().await;
        let client = Client::start(folder.path(), &["--allow-run"]).await;
        for program in ["/bin/touch", "../touch"] {
            let run = json!({ "command": [program, "touched"] });
            client.refusal("profile", run).await;
        }
        for output in ["../x.propp", "/tmp/x.propp", "link.propp", "x.txt"] {
            let run = json!({ "command": ["true"], "output": output });
            client.refusal("emulate", run).await;
        }
        client.end().await;
    });
}

#[test]
fn a_hundred_calls_at_once_are_answered() {
    let (folder, _) = folder();
    runtime().block_on(async {
        let client = Client::start(folder.path(), &[]).await;
        let calls = (0..100).map(|number| {
            let name = if number % 10 == 0 { "nothing.propp" } else { "h200_transpose.propp" };
            let arguments = json!({ "recording": name });
            let request = CallToolRequestParams::new("report")
                .with_arguments(arguments.as_object().unwrap().clone());
            let peer = client.service.peer().clone();
            tokio::spawn(async move { peer.call_tool(request).await.unwrap() })
        });
        let calls: Vec<_> = calls.collect();
        let mut answered = 0;
        for call in calls {
            answered += usize::from(call.await.unwrap().is_error == Some(false));
        }
        assert_eq!(answered, 90);
        client.end().await;
    });
}

#[test]
fn a_client_that_is_gone_leaves_no_process() {
    let (folder, is_built) = folder();
    if !is_built {
        return;
    }
    runtime().block_on(async {
        let mut client = Client::start(folder.path(), &["--allow-run"]).await;
        let arguments = json!({ "command": ["./app", "slow"] });
        let request = CallToolRequestParams::new("emulate")
            .with_arguments(arguments.as_object().unwrap().clone());
        let peer = client.service.peer().clone();
        let call = tokio::spawn(async move { peer.call_tool(request).await });
        let begin = Instant::now();
        while !running_in(folder.path()).iter().any(|name| name.contains("slow")) {
            assert!(begin.elapsed() < Duration::from_secs(30), "the program does not start");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        // As if it were killed: its pipes close.
        client.service.close().await.unwrap();
        call.abort();
        let ended = tokio::time::timeout(Duration::from_secs(20), client.server.wait()).await;
        ended.expect("the server ends").unwrap();
    });
    assert!(running_in(folder.path()).is_empty(), "{:?}", running_in(folder.path()));
}
