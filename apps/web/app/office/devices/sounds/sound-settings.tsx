import { useId, useRef } from 'react';
import { Play } from 'lucide-react';
import { SOUND_FORMATS } from './custom-sounds.ts';
import { soundLabel } from './setup.ts';
import { volumeText, VOLUME_STEP } from './settings.ts';
import { Button } from '../../../ui/button.tsx';
import { Switch } from '../../../ui/boxes.tsx';
import { DeviceStatus } from '../../../ui/device-menu.tsx';
import {
  restoreDefault,
  setEnabled,
  setVolume,
  test,
  upload,
  useSounds,
  whyNotHeard,
  type Kind,
} from './sound-store.ts';
import { texts } from './texts.ts';
import styles from '../devices.module.css';

/** What the dropdown holds: on or off, how loud, one's own sound, a test, and how it stands. */
export function SoundSettings({ kind }: { kind: Kind }) {
  const sounds = useSounds();
  const setup = sounds[kind];
  const { settings } = sounds;
  const volume = kind === 'orders' ? settings.orderVolume : settings.reservationVolume;
  const file = useRef<HTMLInputElement>(null);
  const volumeId = useId();
  const label = soundLabel(setup);
  const said = sounds.said?.of === kind ? sounds.said : null;
  return (
    <div className="grid gap-16">
      <Switch
        label={kind === 'orders' ? texts.orderSounds : texts.reservationSounds}
        hint={kind === 'orders' ? texts.orderSoundsHint : texts.reservationSoundsHint}
        checked={setup.isEnabled}
        disabled={!setup.isSupported || setup.isInitializing}
        onChange={(event) => void setEnabled(kind, event.currentTarget.checked)}
      />
      <div className="grid column-and-end gap-8 weight-600">
        <label htmlFor={volumeId}>{texts.volume}</label>
        <span className="digits" aria-hidden="true">
          {volumeText(volume)}
        </span>
        <input
          id={volumeId}
          className={`all-columns full-width touch-height ${styles.volume}`}
          type="range"
          min={0}
          max={1}
          step={VOLUME_STEP}
          value={volume}
          aria-valuetext={volumeText(volume)}
          onChange={(event) => setVolume(kind, event.currentTarget.valueAsNumber)}
        />
      </div>
      <div className={`row flex-wrap gap-8 ${styles.own}`}>
        <div>
          <b>{kind === 'orders' ? texts.orderSound : texts.reservationSound}</b>
          <small className="block soft">{texts.formats}</small>
        </div>
        <input
          ref={file}
          type="file"
          accept={['audio/*', ...SOUND_FORMATS].join(',')}
          hidden
          onChange={(event) => {
            const [chosen] = event.currentTarget.files ?? [];
            event.currentTarget.value = '';
            if (chosen) void upload(kind, chosen);
          }}
        />
        <Button look="quiet" onClick={() => file.current?.click()}>
          {texts.upload}
        </Button>
        <Button look="bare" onClick={() => void restoreDefault(kind)}>
          {texts.restore}
        </Button>
      </div>
      <Button block onClick={() => void test(kind)}>
        <Play aria-hidden="true" /> {texts.test}
      </Button>
      <DeviceStatus isWell={setup.isInitialized && setup.isEnabled && !said?.isBad}>
        <b>{label}</b> {texts.platform(setup.platform)}. {said?.text} {whyNotHeard(sounds, kind)}
      </DeviceStatus>
      <p className="soft text-sm">{texts.tip}</p>
    </div>
  );
}
