/**
 * A video element without media, for tests: it loses its time when it loads, reports times of its
 * own meanwhile, and has metadata and errors when the test says so.
 */
export class FakeVideo extends EventTarget {
  readonly HAVE_METADATA = 1;
  readonly HAVE_FUTURE_DATA = 3;
  readonly textTracks = Object.assign(new EventTarget(), { [Symbol.iterator]: () => [].values() });
  readonly buffered = { length: 0 };
  readonly played = { length: 0 };
  readyState = 0;
  duration = NaN;
  videoWidth = 640;
  paused = true;
  ended = false;
  seeking = false;
  error: MediaError | null = null;
  volume = 1;
  muted = false;
  playbackRate = 1;
  defaultPlaybackRate = 1;
  #time = 0;
  #src = "";

  get src(): string {
    return this.#src;
  }
  set src(url: string) {
    this.#src = url;
    this.load();
  }
  get currentTime(): number {
    return this.#time;
  }
  set currentTime(time: number) {
    if (this.readyState === 0) return;
    this.#time = Math.min(time, this.duration);
    for (const name of ["seeking", "timeupdate", "seeked"]) this.emit(name);
  }
  hasAttribute(): boolean {
    return this.#src !== "";
  }
  removeAttribute(): void {
    this.#src = "";
  }
  load(): void {
    const hadTime = this.#time !== 0;
    [this.readyState, this.#time, this.duration, this.paused] = [0, 0, NaN, true];
    [this.ended, this.error] = [false, null];
    if (hadTime) this.emit("timeupdate");
  }
  play(): Promise<void> {
    this.paused = false;
    this.emit("play");
    return Promise.resolve();
  }
  pause(): void {
    this.paused = true;
    this.emit("pause");
  }

  receiveMetadata(duration: number): void {
    [this.readyState, this.duration] = [4, duration];
    for (const name of ["durationchange", "loadedmetadata", "timeupdate", "canplay"])
      this.emit(name);
  }
  advance(seconds: number): void {
    this.#time = Math.min(this.#time + seconds, this.duration);
    this.emit("timeupdate");
  }
  break(code: number): void {
    this.error = { code, MEDIA_ERR_NETWORK: 2, MEDIA_ERR_DECODE: 3 } as MediaError;
    this.emit("error");
  }
  emit(name: string): void {
    this.dispatchEvent(new Event(name));
  }
}
