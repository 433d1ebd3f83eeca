/* The preprocessor works for ever. */
#define A(x) x x x x x x x x
#define B(x) A(A(A(A(x))))
#define C(x) B(B(B(B(x))))
int main(void) {
    int i = 0;
    C(C(i++;))
    return i;
}
