/** Loaded into the site before anything else: when scripts/start.mjs is killed, the site stops as if told to. */
if (process.channel) {
  process.channel.unref()
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
}
