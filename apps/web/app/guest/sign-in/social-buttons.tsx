import { Form } from 'react-router';
import { say } from '@tiffin/domain/core';
import facebook from '../../assets/brand/facebook.svg';
import google from '../../assets/brand/google.svg';
import type { Site } from '../../shared/site/site.ts';
import { Button } from '../../ui/button.tsx';
import styles from './sign-in.module.css';

const MARKS = { google, facebook };
const CONTINUE_WITH = { google: say`Continue with Google`, facebook: say`Continue with Facebook` };

type Provider = Site['signInProviders'][number];

/** Buttons of the configured providers; renders nothing without one. */
export function SocialButtons({ providers }: { providers: readonly Provider[] }) {
  if (providers.length === 0) return null;
  return (
    <>
      <Form method="post" className="grid gap-8">
        {providers.map((provider) => (
          <Button key={provider} type="submit" look="plain" name="provider" value={provider}>
            <img className="brand-icon" src={MARKS[provider]} alt="" width={24} height={24} />
            {CONTINUE_WITH[provider]}
          </Button>
        ))}
      </Form>
      <div className={`row gap-16 text-sm faint ${styles.or}`}>{say`or`}</div>
    </>
  );
}
