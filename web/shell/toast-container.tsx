import { ToastContainer as Container } from 'react-toastify/unstyled';
import 'react-toastify/ReactToastify.css';

/** Spec §9: top right, 5000 ms, dismissed by dragging 80 percent of the width. */
export default function ToastContainer() {
  return (
    <Container position="top-right" autoClose={5000} draggable draggablePercent={80} pauseOnFocusLoss theme="colored" />
  );
}
