/* Ends as if it were a checker. */
int main(void) {
    return 1;
}
