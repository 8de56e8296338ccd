import { Form } from 'react-router';
import { Button } from '../../ui/button.tsx';
import { texts } from './texts.ts';
import styles from './sign-in.module.css';

/** Above the form, for whoever came to order: straight back, with the cart as it is. */
export function WithoutAccount() {
  return (
    <>
      <Form method="post" className="stack gap-8">
        <Button type="submit" size="lg" block name="guest" value="yes">
          {texts.guest.go}
        </Button>
        <p className="hint">{texts.guest.hint}</p>
      </Form>
      <div className={`row gap-16 text-sm faint ${styles.or}`}>{texts.or}</div>
    </>
  );
}
