// npm passes SIGTERM to its shell alone, which dies of it and leaves this process behind with the port and the data folder.
if (['start', 'serve', 'dev'].includes(process.env.npm_lifecycle_event)) {
  const shell = process.ppid;
  setInterval(() => process.ppid === shell || process.kill(process.pid, 'SIGTERM'), 250).unref();
}
