import { Dialog } from '#web/ui/dialog/dialog.tsx';

interface Props {
  company: string;
  /** Where the visit begins. */
  address: string;
  onClose: () => void;
}

/** Leads into a visit as people of the company have it; what they would get comes back as a table. */
export function TryDialog({ company, address, onClose }: Props) {
  return (
    <Dialog title="Try the connection" onClose={onClose}>
      <p>
        You visit the shop as people of {company} do, at its prices. What its system would get when you give the basket
        back is shown as a table; nothing is sent to it, and nothing is ordered.
      </p>
      <p className="mt-3">
        <a className="btn btn-primary" href={address} target="_blank" rel="noopener noreferrer" onClick={onClose}>
          Open the visit
        </a>
      </p>
      <p className="muted mt-3 text-sm">
        It opens in a new window, once, within ten minutes. The password is not tried: nobody here knows it.
      </p>
    </Dialog>
  );
}
