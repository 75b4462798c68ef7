/** For processes that run tests: they make much garbage, and a small machine has no core to spare for collecting it early. */
export const roomyHeap = ['--max-semi-space-size=32', '--initial-heap-size=512']
