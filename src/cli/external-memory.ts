import { setFlagsFromString } from 'node:v8'

/**
 * Makes V8 weigh the bytes of buffers, which lie outside its heap, against the limit of the whole heap. By itself it marks and compacts everything whenever some
 * tens of megabytes of buffers are new, however small the heap is. A node that hands on the sound of 250 listeners was stopped so for 22 to 84 ms
 * three times in two seconds, and every text that began meanwhile waited; with this, it happens once in thirty seconds.
 */
export function weighBuffersWithHeap(): void {
  setFlagsFromString('--external-memory-accounted-in-global-limit')
}
