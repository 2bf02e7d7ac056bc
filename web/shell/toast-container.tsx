import { ToastContainer as Container } from 'react-toastify/unstyled';
import 'react-toastify/ReactToastify.css';
import './toasts.css';

/** At most this many at a time: the others wait. */
const MOST = 3;

/** Spec §9: top right, 5000 ms, dismissed by dragging 80 percent of the width. In the page's own look. */
export default function ToastContainer() {
  return (
    <Container
      position="top-right"
      autoClose={5000}
      limit={MOST}
      draggable
      draggablePercent={80}
      pauseOnFocusLoss
      newestOnTop
      theme="light"
    />
  );
}
