import './routes/dashboard/money/payment/document-path.ts';
import { startTransition, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { hearUnsaidFields } from './shell/unsaid-fields.ts';
import { keepTexts } from './shell/keep-texts.ts';

keepTexts(document);
hearUnsaidFields(document);

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});
