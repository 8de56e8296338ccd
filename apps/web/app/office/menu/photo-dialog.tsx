import { useEffect, useEffectEvent, useState } from 'react';
import { ImageUp } from 'lucide-react';
import { imageProblem, IMAGE_TYPES, photoProblem } from '@tiffin/domain/menu';
import { DishPicture } from '../../shared/dish/dish-picture.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx';
import { Field, FieldError } from '../../ui/field.tsx';
import { TextInput } from '../../ui/inputs.tsx';
import { Progress } from '../../ui/figures.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { DropZone } from './drop-zone.tsx';
import type { Dish } from './menu-data.ts';
import { fetchPhoto, sendPhoto, uploadWords, type PhotoFor, PhotoProblem, shrink, sizeText } from './send-photo.ts';
import { texts } from './texts.ts';
import styles from './menu.module.css';

export interface PhotoDialogProps {
  title: string;
  /** The dish with its current photo. */
  dish: Pick<Dish, 'image' | 'art'>;
  target: PhotoFor;
  /** Assigns the uploaded photo. Returns an error message, or null. */
  onUse: (url: string) => Promise<string | null>;
  /** Missing when there is no photo to remove. */
  onRemove?: () => Promise<string | null>;
  onClose: () => void;
}

interface Work {
  readonly label: string;
  /** From 0 to 1; undefined while unknown. */
  readonly share?: number;
  readonly stop: () => void;
}

/** Sets a dish's photo: chosen, dropped, pasted or fetched from an address. */
export function PhotoDialog({ title, dish, target, onUse, onRemove, onClose }: PhotoDialogProps) {
  const { photo } = texts;
  const [tab, setTab] = useState<'upload' | 'url'>('upload');
  const [picked, setPicked] = usePicked();
  const file = picked?.file ?? null;
  const [url, setUrl] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [work, setWork] = useState<Work | null>(null);
  const [removing, setRemoving] = useState(false);

  function choose(chosen: File | null) {
    const wrong = imageProblem(chosen);
    setProblem(wrong);
    setPicked(wrong === null ? chosen : null);
    setTab('upload');
  }

  // A pasted picture is used wherever the focus is.
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const pasted = event.clipboardData?.files[0];
    if (!pasted || work) return;
    event.preventDefault();
    choose(pasted);
  });
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => paste(event);
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, []);

  async function save() {
    const wrong = photoProblem(tab === 'url' ? url : '', tab === 'upload' ? file : null);
    setProblem(wrong);
    if (wrong !== null) return;
    const abort = new AbortController();
    const stop = () => abort.abort();
    try {
      const uploaded = tab === 'url' ? await fetched(abort.signal, stop) : await sent(abort.signal, stop);
      setWork({ label: photo.finishing, stop });
      const refused = await onUse(uploaded);
      if (refused === null) return onClose();
      setProblem(refused);
    } catch (error) {
      setProblem(error instanceof PhotoProblem ? error.message : uploadWords(error));
    }
    setWork(null);
    return undefined;
  }

  async function fetched(signal: AbortSignal, stop: () => void): Promise<string> {
    setWork({ label: photo.fetching, stop });
    return (await fetchPhoto(url, target, signal)).url;
  }

  async function sent(signal: AbortSignal, stop: () => void): Promise<string> {
    if (!file) throw new PhotoProblem(photo.unreadable);
    setWork({ label: photo.preparing, stop });
    const ready = await shrink(file);
    signal.throwIfAborted();
    const onProgress = (share: number) =>
      setWork({ label: share < 0.9 ? photo.uploading : photo.finishing, share, stop });
    return (await sendPhoto(ready, target, { signal, onProgress })).url;
  }

  async function remove() {
    const refused = await onRemove?.();
    setRemoving(false);
    if (refused == null) onClose();
    else setProblem(refused);
  }

  const upload = (
    <DropZone
      words={photo}
      icon={<ImageUp className="soft" aria-hidden="true" />}
      accept={IMAGE_TYPES.join(',')}
      disabled={work !== null}
      onFile={choose}
    >
      {picked && <Preview picked={picked} onBroken={() => setProblem(photo.noPreview)} />}
    </DropZone>
  );
  const address = (
    <Field label={photo.urlLabel} hint={photo.urlHint}>
      <TextInput
        type="url"
        inputMode="url"
        placeholder="https://"
        value={url}
        disabled={work !== null}
        onChange={(event) => {
          setUrl(event.target.value);
          setProblem(null);
        }}
      />
    </Field>
  );

  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      dismissable={!work}
      footer={
        work ? (
          <Button look="quiet" onClick={work.stop}>
            {photo.stop}
          </Button>
        ) : (
          <>
            {onRemove && (
              <Button look="danger" onClick={() => setRemoving(true)}>
                {photo.remove}
              </Button>
            )}
            <Button look="quiet" onClick={onClose}>
              {photo.cancel}
            </Button>
            <Button onClick={() => void save()}>{photo.save}</Button>
          </>
        )
      }
    >
      <div className="grid gap-16">
        <figure className={`clip round-md ${styles.present}`}>
          <DishPicture dish={dish} sizes="300px" className="full-height" />
          <figcaption className="sr-only">{photo.present}</figcaption>
        </figure>
        <Tabs
          label={photo.tabs}
          value={tab}
          onValue={(next) => {
            setTab(next);
            setProblem(null);
          }}
          tabs={[
            { id: 'upload', label: photo.upload, panel: upload },
            { id: 'url', label: photo.url, panel: address },
          ]}
        />
        {work && (
          <Progress
            label={work.label}
            {...(work.share !== undefined && { value: Math.round(work.share * 100), max: 100 })}
          />
        )}
        <FieldError error={problem} />
      </div>
      <ConfirmDialog
        open={removing}
        title={photo.removeTitle}
        confirmLabel={photo.removeConfirm}
        cancelLabel={photo.cancel}
        look="danger-solid"
        onConfirm={remove}
        onCancel={() => setRemoving(false)}
      />
    </Dialog>
  );
}

interface Picked {
  readonly file: File;
  /** The object URL of the preview. */
  readonly address: string;
}

/** The chosen file. Its object URL is revoked when it is replaced. */
function usePicked(): [Picked | null, (file: File | null) => void] {
  const [picked, setPicked] = useState<Picked | null>(null);
  useEffect(() => () => URL.revokeObjectURL(picked?.address ?? ''), [picked]);
  return [picked, (file) => setPicked(file && { file, address: URL.createObjectURL(file) })];
}

function Preview({ picked: { file, address }, onBroken }: { picked: Picked; onBroken: () => void }) {
  return (
    <figure className={`grid gap-8 items-center ${styles.preview}`}>
      <img className="round-sm" src={address} alt={texts.photo.chosen} onError={onBroken} />
      <figcaption className="hint break-anywhere">
        <b>{file.name}</b> {sizeText(file.size)}
      </figcaption>
    </figure>
  );
}
