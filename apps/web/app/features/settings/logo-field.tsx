import { useRef, useState } from 'react';
import { ImagePlus, Trash2 } from 'lucide-react';
import { emailImageProblem } from '@tiffin/domain/messages';
import { IMAGE_TYPES, imageProblem, pictureUrl, readPictureUrl } from '@tiffin/domain/menu';
import { postForm } from '../../lib/post-form.ts';
import { wordsFor } from '../../lib/words.ts';
import { Button } from '../../ui/button.tsx';
import { FieldError } from '../../ui/field.tsx';
import { Progress } from '../../ui/spinner.tsx';
import styles from './logo-field.module.css';
import { settingsTexts as texts } from './texts.ts';

export function LogoField({ logoUrl, onLogo }: { logoUrl: string; onLogo: (url: string) => void }) {
  const [share, setShare] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);

  async function keep(file: File | undefined) {
    if (!file) return;
    const wrong = emailImageProblem(file.size) ?? imageProblem(file);
    setProblem(wrong);
    if (wrong) return;
    setShare(0);
    try {
      const { url } = await postForm('uploadHouseImage', { file }, { onProgress: setShare });
      const picture = readPictureUrl(url);
      // WebP keeps what is transparent, and a logo is never large.
      onLogo(picture ? pictureUrl(picture.id, 400, 'webp') : url);
    } catch (error) {
      setProblem(`${texts.logoFailed}: ${wordsFor(error)}`);
    } finally {
      setShare(null);
    }
  }

  return (
    <div className={styles.field}>
      <span className={styles.label}>{texts.logo}</span>
      <input
        ref={input}
        type="file"
        accept={IMAGE_TYPES.join(',')}
        className="sr-only"
        tabIndex={-1}
        aria-label={texts.logo}
        onChange={(event) => {
          void keep(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      <div className={styles.row}>
        {logoUrl && <img src={logoUrl} alt="" />}
        <Button look="line" busy={share !== null} onClick={() => input.current?.click()}>
          <ImagePlus aria-hidden="true" />
          {texts.chooseLogo}
        </Button>
        {logoUrl && (
          <Button look="ghost" onClick={() => onLogo('')}>
            <Trash2 aria-hidden="true" />
            {texts.removeLogo}
          </Button>
        )}
      </div>
      <p className={styles.hint}>{texts.logoHint}</p>
      {share !== null && <Progress label={texts.uploading} value={share} />}
      <FieldError error={problem} />
    </div>
  );
}
