/** Plays quiet sounds that are made on the spot, without files. */

export class SoundPlayer {
  #context: AudioContext | null = null;
  #noise: AudioBuffer | null = null;

  /** Dice on wood: each knocks two or three times, ever softer, within `seconds`. */
  dice(count: number, seconds = 0.5): void {
    const context = (this.#context ??= new AudioContext());
    void context.resume();
    for (let die = 0; die < count; die++) {
      const first = context.currentTime + 0.12 + (die * seconds) / (count * 2.2);
      [0, 0.09, 0.16].forEach((later, knock) => this.#knock(context, first + later + Math.random() * 0.03, 0.1 / (1 + knock * 1.6)));
    }
  }

  /** Two soft notes: the table waits for this person. */
  turn(): void {
    const context = (this.#context ??= new AudioContext());
    void context.resume();
    [587, 784].forEach((pitch, later) => {
      const at = context.currentTime + 0.05 + later * 0.16;
      const note = new OscillatorNode(context, { type: "triangle", frequency: pitch });
      const volume = new GainNode(context, { gain: 0 });
      volume.gain.setValueAtTime(0.0004, at);
      volume.gain.exponentialRampToValueAtTime(0.07, at + 0.03);
      volume.gain.exponentialRampToValueAtTime(0.0004, at + 0.7);
      note.connect(volume).connect(context.destination);
      note.start(at);
      note.stop(at + 0.75);
    });
  }

  #knock(context: AudioContext, at: number, loudness: number): void {
    const source = new AudioBufferSourceNode(context, { buffer: this.#hiss(context), playbackRate: 0.8 + Math.random() * 0.5 });
    const wood = new BiquadFilterNode(context, { type: "bandpass", frequency: 1100 + Math.random() * 1500, Q: 2.4 });
    const volume = new GainNode(context, { gain: 0 });
    volume.gain.setValueAtTime(loudness, at);
    volume.gain.exponentialRampToValueAtTime(0.0004, at + 0.06);
    source.connect(wood).connect(volume).connect(context.destination);
    source.start(at, Math.random() * 0.1, 0.08);
  }

  #hiss(context: AudioContext): AudioBuffer {
    if (this.#noise) return this.#noise;
    const buffer = context.createBuffer(1, context.sampleRate / 5, context.sampleRate);
    const samples = buffer.getChannelData(0);
    for (let index = 0; index < samples.length; index++) samples[index] = Math.random() * 2 - 1;
    return (this.#noise = buffer);
  }
}

export const soundPlayer = new SoundPlayer();
