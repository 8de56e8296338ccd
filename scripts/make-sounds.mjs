import { writeFileSync } from 'node:fs';
import { inRoot } from './root.mjs';

// `node scripts/make-sounds.mjs`: generates the sounds of the back office, which are checked in.
const RATE = 22_050;

/** The sound of a bell: a few partials that fade, high ones first. */
function bell(samples, startS, pitch, lengthS, loudness) {
  const partials = [
    [1, 1, 1],
    [2.01, 0.5, 0.7],
    [2.98, 0.28, 0.45],
    [4.2, 0.14, 0.3],
  ];
  const from = Math.round(startS * RATE);
  for (let n = 0; n < lengthS * RATE && from + n < samples.length; n++) {
    const t = n / RATE;
    const attack = Math.min(1, t / 0.004);
    let value = 0;
    for (const [ratio, share, life] of partials) {
      value += share * Math.sin(2 * Math.PI * pitch * ratio * t) * Math.exp((-5 * t) / (lengthS * life));
    }
    samples[from + n] += attack * loudness * value;
  }
}

const sounds = {
  // two rising strikes, audible over an extractor fan
  'new-order': [
    1.3,
    [
      [0, 880, 0.7],
      [0.2, 1318.5, 1.0],
    ],
  ],
  // three quick strikes, twice
  'urgent-order': [
    1.5,
    [
      [0, 1046.5, 0.4],
      [0.14, 1318.5, 0.4],
      [0.28, 1568, 0.5],
      [0.62, 1046.5, 0.4],
      [0.76, 1318.5, 0.4],
      [0.9, 1568, 0.6],
    ],
  ],
  // one soft chord
  'new-reservation': [
    1.4,
    [
      [0, 659.3, 1.2],
      [0.06, 830.6, 1.2],
      [0.12, 987.8, 1.2],
    ],
  ],
};

for (const [name, [lengthS, strikes]] of Object.entries(sounds)) {
  const samples = new Float64Array(Math.round(lengthS * RATE));
  for (const [at, pitch, life] of strikes) bell(samples, at, pitch, life, 0.5);
  const peak = samples.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const wav = Buffer.alloc(44 + samples.length * 2);
  wav.write('RIFF', 0);
  wav.writeUInt32LE(36 + samples.length * 2, 4);
  wav.write('WAVEfmt ', 8);
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(RATE, 24);
  wav.writeUInt32LE(RATE * 2, 28);
  wav.writeUInt16LE(2, 32);
  wav.writeUInt16LE(16, 34);
  wav.write('data', 36);
  wav.writeUInt32LE(samples.length * 2, 40);
  samples.forEach((value, index) => wav.writeInt16LE(Math.round((value / peak) * 0.95 * 32_767), 44 + index * 2));
  writeFileSync(inRoot(`apps/web/app/assets/sounds/${name}.wav`), wav);
}
