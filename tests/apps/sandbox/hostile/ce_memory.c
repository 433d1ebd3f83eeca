/* A program of a gigabyte. */
char all[1 << 30] = {1};
int main(void) {
    return all[5];
}
