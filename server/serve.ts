import cluster from 'node:cluster';
import { readFileSync, unwatchFile, watchFile } from 'node:fs';
import { join } from 'node:path';
import { ConfigError, type Config, readConfig } from './config.ts';
import { tryPort } from './listen.ts';
import { createLog, type Log } from './log.ts';
import { clusterWorkers } from './engine/processes/cluster-workers.ts';
import { createSupervisor } from './engine/processes/supervisor.ts';
import { serveMetrics } from './engine/observe/metrics-server.ts';
import { makeFilesPrivate } from './private-folder.ts';
import { projectRoot } from './project-root.ts';
import { welcome } from './welcome.ts';

/** How often it is looked whether there is a new build, and whether all processes go on. */
const LOOK_MS = 1_000;
const STAMP = join(projectRoot, 'build', 'made-from');

makeFilesPrivate();
// One process needs no supervisor: what started it starts it again.
try {
  const config = readConfig(process.env);
  if (config.processes === undefined) await import('./main.ts');
  else await supervise({ ...config, processes: config.processes }, createLog(config.logLevel));
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}

/** PROCESSES of the built shop on one port, kept serving; ends with SIGTERM, replaces them on SIGHUP and with a new build. */
async function supervise(config: Config & { processes: number }, log: Log): Promise<void> {
  await tryPort(config);
  const stopped = new AbortController();
  const supervisor = createSupervisor({
    count: config.processes,
    start: clusterWorkers(join(projectRoot, 'build', 'main.js'), {
      NODE_COMPILE_CACHE: join(projectRoot, 'build', '.compile-cache'),
    }),
    log,
    pause: (ms) => sleep(ms, stopped.signal),
  });

  const stop = async (code: number) => {
    if (stopped.signal.aborted) return;
    stopped.abort();
    unwatchFile(STAMP);
    await supervisor.stop();
    cluster.disconnect(() => process.exit(code));
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(0));
  process.on('SIGHUP', () => void supervisor.replace());
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  try {
    await supervisor.start();
  } catch {
    // The process has said on its own what is wrong.
    return stop(1);
  }
  if (stopped.signal.aborted) return;
  if (config.metrics) {
    const { processMetrics } = await import('./engine/observe/process-metrics.ts');
    await serveMetrics(config.metrics, processMetrics(config.processes, supervisor));
  }
  setInterval(() => supervisor.endSilent(), LOOK_MS).unref();
  process.stdout.write(welcome(config, config.port));
  process.stdout.write(`${config.processes} processes; kill -HUP ${process.pid} replaces them one after the other\n`);
  followBuild(() => {
    log.info({}, 'there is a new build; replacing the processes one after the other');
    void supervisor.replace();
  });
}

/** Calls back with each new build that is complete: its stamp is there, and another. */
function followBuild(onNew: () => void): void {
  let known = stamp();
  watchFile(STAMP, { interval: LOOK_MS, persistent: false }, () => {
    const found = stamp();
    if (found === undefined || found === known) return;
    known = found;
    onNew();
  });
}

function stamp(): string | undefined {
  try {
    return readFileSync(STAMP, 'utf8');
  } catch {
    return undefined;
  }
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
