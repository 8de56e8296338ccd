import { type ReactNode, useId, useRef } from 'react';
import { Volume2, VolumeX, BellRing, Play } from 'lucide-react';
import { say } from '@tiffin/domain/core';
import { soundLabel, setupBanner, type SoundSetup } from './setup.ts';
import { volumeText, VOLUME_STEP } from './sound-settings.ts';
import { DeviceMenu, DeviceStatus } from '../../../ui/device-menu.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import {
  useSounds,
  type SoundKind,
  setSoundsEnabled,
  restoreDefaultSound,
  setSoundVolume,
  playTestSound,
  uploadSound,
  silenceReason,
} from './sound-store.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { SOUND_FORMATS } from './custom-sounds.ts';
import { Switch } from '../../../ui/boxes.tsx';
import styles from '../devices.module.css';

interface SoundMenuProps {
  kind: SoundKind;
  /** Further notification settings of this device. */
  children?: ReactNode;
}

/** Whether sounds of a kind ring on this device, with the menu of their settings. */
export function SoundMenu({ kind, children }: SoundMenuProps) {
  const sounds = useSounds();
  const setup = sounds[kind];
  const volume = volumeText(kind === 'orders' ? sounds.settings.orderVolume : sounds.settings.reservationVolume);
  const rings = setup.isEnabled && setup.isInitialized && sounds.canPlay;
  const state = stateText(setup, rings);
  const title = kind === 'orders' ? say`Sound Settings` : say`Reservation Sounds`;
  const Icon = rings ? Volume2 : VolumeX;
  return (
    <DeviceMenu
      label={rings ? say`Sound on, ${volume}. Sound Settings` : say`${state}. Sound Settings`}
      title={title}
      deviceStatus={rings ? 'works' : setup.isEnabled ? 'asks' : 'silent'}
      triggerContent={
        <>
          {setup.isInitializing ? <Spinner /> : <Icon />}
          <b>{state}</b>
          {rings && <span>{volume}</span>}
        </>
      }
    >
      <SoundSettings kind={kind} />
      {children}
    </DeviceMenu>
  );
}

function stateText(setup: SoundSetup, rings: boolean): string {
  if (rings) return say`Sound on`;
  if (!setup.isSupported || setup.isInitializing) return soundLabel(setup);
  return setup.isEnabled ? say`Tap to enable sound` : say`Sound off`;
}

export function ReservationSoundMenu() {
  return <SoundMenu kind="reservations" />;
}

/** Shown until sounds for orders and reservations work on this device; on the board, only those for orders count. */
export function SoundSetupBanner({ ordersOnly = false }: { ordersOnly?: boolean }) {
  const { orders, reservations } = useSounds();
  const needed = orders.isSupported ? setupBanner(orders, ordersOnly ? orders : reservations) : null;
  if (needed === null) return null;
  return (
    <Banner
      tone="warn"
      title={say`Sound notifications need setup`}
      icon={<BellRing />}
      action={needed === 'enable' && <Button onClick={() => void enable(ordersOnly)}>{say`Enable Sounds Now`}</Button>}
    >
      {needed === 'tap'
        ? say`Tap anywhere to allow sounds on this device.`
        : ordersOnly
          ? say`New orders cannot be heard on this device yet.`
          : say`Orders and reservations should both be heard here.`}
    </Banner>
  );
}

async function enable(ordersOnly: boolean): Promise<void> {
  await setSoundsEnabled('orders', true);
  if (!ordersOnly) await setSoundsEnabled('reservations', true);
}

function SoundSettings({ kind }: { kind: SoundKind }) {
  const sounds = useSounds();
  const setup = sounds[kind];
  const { settings } = sounds;
  const volume = kind === 'orders' ? settings.orderVolume : settings.reservationVolume;
  const label = soundLabel(setup);
  const notice = sounds.notice?.of === kind ? sounds.notice : null;
  return (
    <div className="grid gap-16">
      <Switch
        label={kind === 'orders' ? say`New order sounds` : say`New reservation sounds`}
        hint={kind === 'orders' ? say`Repeats until someone accepts` : say`Once for each booking`}
        checked={setup.isEnabled}
        disabled={!setup.isSupported || setup.isInitializing}
        onChange={(event) => void setSoundsEnabled(kind, event.currentTarget.checked)}
      />
      <VolumeSlider kind={kind} volume={volume} />
      <OwnSound kind={kind} />
      <Button block onClick={() => void playTestSound(kind)}>
        <Play /> {say`Test sound`}
      </Button>
      <DeviceStatus isWell={setup.isInitialized && setup.isEnabled && !notice?.isBad}>
        <b>{label}</b> {say`on ${setup.platform}`}. {notice?.text} {silenceReason(sounds, kind)}
      </DeviceStatus>
      <p className="soft text-sm">{say`On mobile, tap the page once first so the browser allows sound.`}</p>
    </div>
  );
}

function VolumeSlider({ kind, volume }: { kind: SoundKind; volume: number }) {
  const volumeId = useId();
  return (
    <div className="grid column-and-end gap-8 weight-600">
      <label htmlFor={volumeId}>{say`Volume`}</label>
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
        onChange={(event) => setSoundVolume(kind, event.currentTarget.valueAsNumber)}
      />
    </div>
  );
}

function OwnSound({ kind }: { kind: SoundKind }) {
  const file = useRef<HTMLInputElement>(null);
  return (
    <div className={`row flex-wrap gap-8 ${styles.own}`}>
      <div>
        <b>{kind === 'orders' ? say`Order sound` : say`Reservation sound`}</b>
        <small className="block soft">{say`MP3, MP4, WAV, M4A, under 5MB`}</small>
      </div>
      <input
        ref={file}
        type="file"
        accept={['audio/*', ...SOUND_FORMATS].join(',')}
        hidden
        onChange={(event) => {
          const [chosen] = event.currentTarget.files ?? [];
          event.currentTarget.value = '';
          if (chosen) void uploadSound(kind, chosen);
        }}
      />
      <Button look="quiet" onClick={() => file.current?.click()}>
        {say`Upload`}
      </Button>
      <Button look="bare" onClick={() => void restoreDefaultSound(kind)}>
        {say`Use Default`}
      </Button>
    </div>
  );
}
