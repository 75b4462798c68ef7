import type { ReactNode } from 'react'

/** The whole document. Styles, preloads and scripts are added to its head by the server, and left alone by React. */
export function Document({ children }: { children: ReactNode }) {
  return (
    // `signed-in.ts` may have marked it by then.
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#0b1f3a" />
        <meta name="format-detection" content="telephone=no" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        {import.meta.env.SSR && <link rel="manifest" href="/manifest.webmanifest" />}
      </head>
      <body>{children}</body>
    </html>
  )
}
