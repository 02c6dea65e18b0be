//! `propp mcp`: the Model Context Protocol on standard input and output.
//!
//! The server keeps nothing between calls. Each tool is a call of the propp command, whose JSON it passes
//! on (`tools` makes the call, `run` runs it); `root` keeps file names inside one folder.

mod answer;
mod end;
mod inspected;
mod refused;
mod root;
mod run;
mod schema;
mod tools;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ErrorData, Implementation,
    ListToolsResult, PaginatedRequestParams, ProgressNotificationParam, ServerCapabilities,
    ServerConfig,
};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler, ServiceExt};
use serde_json::Value;
use tokio::sync::Semaphore;

pub use root::Root;
pub use schema::Schemas;

use end::{AtEnd, Ended};
use refused::Refused;
use tools::{Call, Kind, TOOLS};

/// How often a client is told that a program still runs.
const PROGRESS: Duration = Duration::from_secs(2);

/// What the server is made with.
pub struct Config {
    /// The propp command, which does the work of every tool.
    pub command: PathBuf,
    /// Environment variables of whoever started the server that are not the client's.
    pub unset: Vec<&'static str>,
    /// The folder of all files that clients may name.
    pub root: Root,
    /// Whether clients may run programs.
    pub allow_run: bool,
    pub schemas: Schemas,
    /// How a model is to work with the tools.
    pub instructions: String,
    /// Reports that may be made at once.
    pub at_once: usize,
}

/// Serves until the client closes standard input; then all programs are ended.
///
/// # Errors
/// If there is no runtime, or the client does not speak the protocol.
pub fn serve(config: Config) -> std::io::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let result = runtime.block_on(async {
        let ended = Ended::default();
        let server = Server::new(config, ended.clone());
        let input = AtEnd::new(tokio::io::stdin(), ended);
        let service = server.serve((input, tokio::io::stdout())).await;
        let service = service.map_err(std::io::Error::other)?;
        service.waiting().await.map(|_| ()).map_err(std::io::Error::other)
    });
    // Standard input is read by a thread that nothing can wake.
    runtime.shutdown_background();
    result
}

struct Server {
    config: Config,
    reports: Semaphore,
    /// Programs run one at a time: beside each other, their times would mean nothing.
    programs: Semaphore,
    ended: Ended,
}

impl Server {
    fn new(config: Config, ended: Ended) -> Self {
        let reports = Semaphore::new(config.at_once.max(1));
        Self { config, reports, programs: Semaphore::new(1), ended }
    }

    async fn answer(
        &self,
        request: CallToolRequestParams,
        context: &RequestContext<RoleServer>,
    ) -> Result<CallToolResult, ErrorData> {
        let Some(tool) = TOOLS.iter().find(|tool| tool.name == request.name) else {
            return Err(ErrorData::invalid_params(format!("no tool {}", request.name), None));
        };
        let arguments = request.arguments.unwrap_or_default();
        let call = match Call::new(tool, &arguments, &self.config) {
            Ok(call) => call,
            Err(refused) => return Ok(refused.into_result()),
        };
        let gate = if tool.kind == Kind::Run { &self.programs } else { &self.reports };
        let _turn = gate.acquire().await.map_err(|_| ErrorData::internal_error("closed", None))?;
        Ok(match self.do_call(call, context).await {
            Ok(value) => CallToolResult::structured(value),
            Err(refused) => refused.into_result(),
        })
    }

    async fn do_call(
        &self,
        call: Call,
        context: &RequestContext<RoleServer>,
    ) -> Result<Value, Refused> {
        let begin = Instant::now();
        let stop = async {
            tokio::select! {
                () = self.ended.wait() => {}
                () = context.ct.cancelled() => {}
            }
        };
        let running = run::run(&self.config, &call, stop);
        tokio::pin!(running);
        let mut pulse = tokio::time::interval(PROGRESS);
        pulse.tick().await;
        let done = loop {
            tokio::select! {
                done = &mut running => break done,
                _ = pulse.tick() => self.tell(context, begin.elapsed()).await,
            }
        };
        answer::of(&call, &done?, &self.config).await
    }

    /// Tells a client that asked for it how long a call has run.
    async fn tell(&self, context: &RequestContext<RoleServer>, elapsed: Duration) {
        let Some(token) = context.meta.get_progress_token() else { return };
        let seconds = elapsed.as_secs_f64();
        let message = format!("running for {seconds:.0} s");
        let told = ProgressNotificationParam::new(token, seconds).with_message(message);
        // A client that has gone ends the server.
        let _ = context.peer.notify_progress(told).await;
    }
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        let mut info = ServerConfig::new(ServerCapabilities::builder().enable_tools().build());
        info.server_info = Implementation::new("propp", env!("CARGO_PKG_VERSION"));
        info.instructions = Some(self.config.instructions.clone());
        info
    }

    async fn list_tools(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let tools = TOOLS.iter().map(|tool| tool.described(&self.config.schemas)).collect();
        Ok(ListToolsResult::with_all_items(tools))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        self.answer(request, &context).await.map(Into::into)
    }
}
