import type { CDPSession } from '@playwright/test'

/** A mid-range phone on a mobile link: 1.6 Mbps down, 750 kbps up, 300 ms; or none at all. */
export const link = (session: CDPSession, { offline }: { offline: boolean }) =>
  session.send('Network.emulateNetworkConditions', {
    offline,
    latency: 300,
    downloadThroughput: (1.6 * 1024 * 1024) / 8,
    uploadThroughput: (750 * 1024) / 8,
  })
