/** Loaded into the site before anything else: when the script that started it is killed, the site stops as if told to. */
if (process.channel) {
  process.channel.unref()
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
}
