import { useLocation } from 'react-router';
import { sendSignInLink } from '#web/queries/people/ways-in.ts';
import { rememberedPath, returnPath } from '#web/session/return-to.ts';
import { metaOf } from '#web/shell/page-meta.ts';
import { LinkCard } from '#web/sign-in/link-card.tsx';
import { forVisitors } from '#web/sign-in/sign-in-card.tsx';
import { say } from '#web/saying/say.ts';

export const meta = metaOf({ title: 'Log in with an e-mail link', description: 'Get a link that signs you in.' });

export default forVisitors(MagicLinkCard);

function MagicLinkCard() {
  const { state } = useLocation();
  const send = (email: string) => {
    const callbackURL = `/signed-in?done=signed-in&to=${encodeURIComponent(returnPath(rememberedPath(state)))}`;
    return sendSignInLink(email, callbackURL);
  };
  return (
    <LinkCard
      title={say('Log in with an e-mail link')}
      autoComplete="email"
      send={send}
      sent={say('We have sent you a link. It works once, within five minutes.')}
      state={state}
    />
  );
}
